import { engine } from "./engine.js";
document.getElementById("app").textContent = engine.where;
