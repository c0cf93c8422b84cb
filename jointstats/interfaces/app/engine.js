// Who computes: the host page names a module in the script element's data-engine. It exports `engine`:
//   where                       "machine" (a local server) or "browser" (Python in a worker): what the page says of privacy
//   start(onProgress)           a promise that is kept once requests can be answered; tells {text, share} on the way
//   ask(request, bytes, onProgress)   a promise of the reply (request and reply as objects, see desk.py)
//   given()                     may be absent: a promise of the files (each with its path) that the page opens when it starts
//   cancel()                    ends what is being computed: the pending ask is kept with
//                               {error, about: "stopped"}; the table that was open is then forgotten,
//                               and the page opens it again before it asks for anything else
// Several windows may have one engine: a request about another table than the open one is refused (about: "elsewhere").
const script = document.querySelector("script[data-engine]");
const found = await import(new URL(script.dataset.engine, document.baseURI).href);
export const engine = found.engine;
