import { fill, h } from "./dom.js"
import { onStream } from "./event-stream.js"

/** Shows whether a page updates by itself. */
export function liveLight() {
  const light = h("p", { class: "light", role: "status" }, "Connecting …")
  onStream((isOpen) => {
    fill(light, isOpen ? "Live" : "Not connected; trying again …")
    light.classList.toggle("on", isOpen)
  })
  return light
}
