/**
 * Loaded before a client (`node --require`): connections to hosts of the POS go to the sandbox. The client itself, the
 * names in its addresses, and the check of the certificate stay as they are.
 */
const net = require("node:net")

const hosts = new Set((process.env.REDIRECT_HOSTS ?? "").split(","))
const port = Number(process.env.REDIRECT_PORT)
const { connect } = net.Socket.prototype

net.Socket.prototype.connect = function (...given) {
  // Node passes its own normalized arguments as a list in a list.
  const options = Array.isArray(given[0]) ? given[0][0] : given[0]
  if (typeof options === "object" && options !== null && hosts.has(options.host)) {
    options.host = "127.0.0.1"
    options.port = port
  }
  return connect.apply(this, given)
}
