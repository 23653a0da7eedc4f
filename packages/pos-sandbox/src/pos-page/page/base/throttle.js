/**
 * Runs something at once, and again at most every so many milliseconds however often it is wanted.
 * @param {() => void} run
 * @param {number} milliseconds
 */
export function throttle(run, milliseconds) {
  let isWaiting = false
  let isWanted = false
  const start = () => {
    isWaiting = true
    isWanted = false
    run()
    setTimeout(() => {
      isWaiting = false
      if (isWanted) {
        start()
      }
    }, milliseconds)
  }
  return () => {
    isWanted = true
    if (!isWaiting) {
      start()
    }
  }
}

/**
 * Runs something when it was not wanted again for so many milliseconds.
 * @param {() => void} run
 * @param {number} milliseconds
 */
export function debounce(run, milliseconds) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const cancel = () => clearTimeout(timer)
  const later = () => {
    cancel()
    timer = setTimeout(run, milliseconds)
  }
  return Object.assign(later, { cancel })
}
