import { AdminWindow } from "../../../test-support/browser/admin-window"
import { launchChromium } from "../../../test-support/browser/chromium"
import { DemoStore } from "../../../test-support/browser/demo-store"
import { PosPage } from "../support/pos-page"
import { Film } from "./film"

const HEIGHT = 640
const POS_PAGE_WIDTH = 390
const ADMIN_WIDTH = 740
const MOST_BYTES = 2_000_000

/** A sale at the demo's register becomes an order of the store; into the file that is named. */
async function takeFilm(file: string): Promise<void> {
  const shop = await DemoStore.start("film", { connected: true })
  const browser = await launchChromium()
  try {
    const { sandbox_url: url, control_token: controlToken } = shop.places
    const posPage = await PosPage.open(
      browser,
      { url, controlToken },
      { viewport: { width: POS_PAGE_WIDTH, height: HEIGHT } }
    )
    const admin = await AdminWindow.open(browser, shop.places)
    await admin.page.setViewportSize({ width: ADMIN_WIDTH, height: HEIGHT })
    await admin.go("/orders")
    await admin.row("#1").waitFor()
    const film = await Film.open(
      browser,
      [
        { title: "The register", page: posPage.page, width: POS_PAGE_WIDTH },
        { title: "The store", page: admin.page, width: ADMIN_WIDTH },
      ],
      HEIGHT
    )
    await playSale(film, posPage, admin)
    const bytes = await film.write(file)
    process.stdout.write(`${file}: ${bytes} bytes\n`)
    if (bytes > MOST_BYTES) {
      throw new Error(`The animation is larger than ${MOST_BYTES} bytes`)
    }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

async function playSale(film: Film, posPage: PosPage, admin: AdminWindow): Promise<void> {
  await posPage.page.getByRole("searchbox").fill("")
  await posPage.tile("Halsduk Lund").first().waitFor()
  await film.show(1_200)
  await film.touch(posPage.tile("Halsduk Lund").first())
  await film.touch(posPage.dialog.getByRole("button", { name: /Vinröd/ }))
  await film.touch(posPage.button(/^Basket ·/))
  await film.touch(posPage.button(/^Charge/), 1_000)
  await posPage.button(/^Take/).waitFor()
  await film.touch(posPage.button(/^Take/), 1_000)
  await posPage.page.getByRole("heading", { name: "Paid" }).waitFor()
  await film.show(900)
  await admin.page.reload()
  await admin.row("#2").waitFor()
  await film.show(1_400)
  await film.touch(admin.row("#2"))
  await admin.page.getByText("Halsduk Lund").first().waitFor()
  await admin.heading("Summary").first().waitFor()
  await film.show(3_500)
}

const [file] = process.argv.slice(2)
if (!file) {
  throw new Error("Name the file that the animation is written to")
}
void takeFilm(file)
