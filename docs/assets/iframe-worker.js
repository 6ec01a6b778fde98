// Search runs in a Worker, and browsers start none from file://. There, and only there, a hidden frame takes its place:
// the worker's script runs in the frame, and messages are handed over by hand.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      this.frame = frame;
      this.ready = new Promise((resolve, reject) => {
        const inner = frame.contentWindow;
        inner.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
        const script = inner.document.createElement("script");
        script.onload = () => resolve(inner);
        script.onerror = () => reject(new Error(`cannot load ${url}`));
        script.src = url;
        inner.document.head.appendChild(script);
      });
    }
    postMessage(data) {
      this.ready.then(inner => inner.dispatchEvent(new inner.MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
