// Browsers start no worker for a page that was opened as a file. There the search runs in a hidden
// frame instead, which takes and gives the same messages.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "Search";
      document.body.append(frame);
      const inside = (this.inside = frame.contentWindow);
      inside.postMessage = (data) => this.onmessage?.({ data });
      const script = inside.document.createElement("script");
      script.src = address;
      this.ready = new Promise((resolve) => script.addEventListener("load", resolve));
      inside.document.body.append(script);
    }
    terminate() {
      this.inside.frameElement.remove();
    }
    postMessage(data) {
      const message = { data };
      this.ready.then(() =>
        this.inside.dispatchEvent(new this.inside.MessageEvent("message", message)),
      );
    }
  };
}
