/** One page without a build step or a request elsewhere; the control token comes in the address's fragment. */
export const TILL_HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Till</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
  body { margin: 0; display: grid; grid-template-columns: 1fr 22rem; min-height: 100vh }
  main { padding: 1rem; display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .75rem; align-content: start }
  main button { text-align: left; padding: .75rem; border: 1px solid #8886; border-radius: .5rem; background: #8881; font: inherit; overflow-wrap: anywhere }
  aside { border-left: 1px solid #8884; padding: 1rem; display: flex; flex-direction: column; gap: .75rem }
  ul { list-style: none; margin: 0; padding: 0 } li { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0 } li span:last-child { white-space: nowrap }
  #pay { padding: 1rem; font-size: 1.1rem; border: 0; border-radius: .5rem; background: #2563eb; color: #fff } #pay:disabled { opacity: .4 }
  small { display: block; opacity: .7 } select { padding: .5rem; font: inherit }
  @media (max-width: 48rem) { body { grid-template-columns: 1fr } aside { border: 0 } }
</style>
<main aria-label="Products"></main>
<aside>
  <select aria-label="Organisation"></select>
  <ul id="cart" aria-label="Basket"></ul>
  <strong id="total"></strong>
  <button id="pay" disabled>Charge card</button>
  <p id="message" role="status"></p>
  <h2>Receipts</h2>
  <ul id="receipts"></ul>
</aside>
<script type="module">
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? ""
const call = async (path, body) => {
  const answer = await fetch("/_sandbox/" + path, {
    method: body ? "POST" : "GET",
    headers: { authorization: "Bearer " + token, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  })
  const data = await answer.json()
  if (!answer.ok) throw new Error(data.developerMessage)
  return data
}
const $ = (selector) => document.querySelector(selector)
const say = (text) => { $("#message").textContent = text }
const money = (minor, currency) => {
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency })
  return format.format(minor / 10 ** format.resolvedOptions().maximumFractionDigits)
}
const element = (tag, ...children) => { const e = document.createElement(tag); e.append(...children); return e }
const line = (name, amount) => element("li", element("span", name), element("span", amount))
let cart = []
const organization = () => $("select").value
const showCart = () => {
  $("#cart").replaceChildren(...cart.map((item) => line(item.quantity + " × " + item.name, money(item.quantity * item.price.amount, item.price.currencyId))))
  $("#total").textContent = cart.length ? money(cart.reduce((sum, item) => sum + item.quantity * item.price.amount, 0), cart[0].price.currencyId) : "The basket is empty"
  $("#pay").disabled = cart.length === 0
}
const add = (variantUuid, name, price) => {
  const known = cart.find((item) => item.variantUuid === variantUuid)
  if (known) known.quantity += 1
  else cart.push({ variantUuid, name, price, quantity: 1 })
  showCart()
}
const refresh = async () => {
  const query = "?organizationUuid=" + organization()
  const [products, purchases] = await Promise.all([call("products" + query), call("purchases" + query)])
  $("main").replaceChildren(...products.flatMap((product) => product.variants.filter((variant) => variant.price).map((variant) => {
    const name = variant.name ? product.name + ", " + variant.name : product.name
    const stock = product.balances[variant.uuid]
    const button = element("button", name, element("small", money(variant.price.amount, variant.price.currencyId) + (stock === null ? "" : " · " + stock + " in stock")))
    button.onclick = () => add(variant.uuid, name, variant.price)
    return button
  })))
  if (products.length === 0) $("main").append("No products yet. Connect a shop and push its catalogue.")
  $("#receipts").replaceChildren(...purchases.slice(-10).reverse().map((purchase) => line("No. " + purchase.purchaseNumber, money(purchase.amount, purchase.currency))))
}
const guarded = (work) => async () => { try { await work() } catch (error) { say(error.message) } }
$("#pay").onclick = guarded(async () => {
  const items = cart.map(({ variantUuid, quantity }) => ({ variantUuid, quantity }))
  const purchase = await call("sales", { organizationUuid: organization(), items })
  cart = []
  showCart()
  say("Receipt " + purchase.purchaseNumber + ": " + money(purchase.amount, purchase.currency))
  await refresh()
})
$("select").onchange = guarded(refresh)
await guarded(async () => {
  const organizations = await call("organizations")
  $("select").replaceChildren(...organizations.map((one) => new Option(one.name, one.uuid)))
  if (organizations.length > 0) await refresh()
  else say("No organisation yet.")
})()
showCart()
</script>
</html>
`
