import { PosDriver } from "../../test-support/pos-driver"
import { peakMemoryOf, requestsOf } from "../measure"
import { type Measurement, runMeasurement } from "../run-measurement"
import { documentedRecipe } from "./recipe"
import { floor } from "./floor"
import { handWrittenLoop } from "./loop"
import { echoesHandled, firstSync, fullSync } from "./plugin"
import { openWarmShop } from "./warm-up"

/** The slow ones may bring fewer products, since rates are compared. */
const MOST_OF_LOOP = 2_000
const MOST_OF_RECIPE = 400

/** A catalog's first sync beside what a user would do instead, and a full sync with nothing to do. */
const measure: Measurement = async (container, products) => {
  const shop = await openWarmShop(container, products)
  const stage = async () => ({ container, shop, posDriver: await PosDriver.open() })

  const { result: first, peakMb } = await peakMemoryOf(async () => firstSync(await stage(), products))
  await echoesHandled(container, first.connectionId)
  const floorSeconds = await floor(await stage(), products)
  const unchanged = await requestsOf(async () => fullSync(container, first.connectionId, products))
  const loopProducts = Math.min(products, MOST_OF_LOOP)
  const recipeProducts = Math.min(products, MOST_OF_RECIPE)
  return {
    products,
    seconds: first.seconds,
    peak_mb: peakMb,
    floor_seconds: floorSeconds,
    unchanged_seconds: unchanged.result,
    unchanged_requests: unchanged.requests,
    loop_per_second: loopProducts / (await handWrittenLoop(await stage(), loopProducts)),
    recipe_per_second: recipeProducts / (await documentedRecipe(await stage(), recipeProducts)),
  }
}

runMeasurement(measure)
