import { type Child, fill, find, h, icon } from "./dom"
import { isAbort } from "./call"

type DialogOptions = {
  title: string
  content: Child[]
  /** what the button that Enter presses says; without it there is only a way out */
  submit?: string
  /** false keeps the dialog open */
  onSubmit?: () => Promise<boolean | void> | boolean | void
  /** further buttons */
  actions?: Child[]
  danger?: boolean
  wide?: boolean
  onClose?: () => void
}

/** What had the focus before the first of the dialogs that are open. */
let opener: Element | null = null

/** An attribute that names a control after a list was filled again. */
const KEYS = ["data-control", "data-uuid", "data-key"]

/** The search field of the place that is shown, for the next scan; where a keyboard would cover the page, the place itself. */
function findHome() {
  const home = matchMedia("(hover: none)").matches ? null : document.querySelector("#view [aria-keyshortcuts='/']")
  return home instanceof HTMLElement ? home : find("#view")
}

/** Gives the focus back to what opened a dialog, to what has taken its place, or else to the place that is shown. */
function returnFocus(before: Element | null) {
  const key = KEYS.find((name) => before?.hasAttribute(name)) ?? ""
  const sameControl =
    before?.isConnected === false && key !== ""
      ? document.querySelector(`[${key}="${CSS.escape(before.getAttribute(key) ?? "")}"]`)
      : before
  const isUsable = sameControl instanceof HTMLElement && sameControl.isConnected && !sameControl.matches(":disabled")
  const next = isUsable ? sameControl : findHome()
  next.focus()
  if (next instanceof HTMLInputElement) {
    // The browser gave it the focus already, but typed text would still go to the dialog's field, which is gone.
    next.select()
  }
}

/** Opens a modal dialog: Enter submits, Escape closes, the focus goes back to where it was. */
export function openDialog({ title, content, submit, onSubmit, actions = [], danger, wide, onClose }: DialogOptions) {
  const active = document.activeElement
  if (active && active !== document.body && !active.closest("dialog")) {
    opener = active
  }
  const problem = h("p", { class: "problem", role: "alert", hidden: true })
  const submitButton = submit ? h("button", { class: danger ? "danger" : "primary", type: "submit" }, submit) : null
  let isOpen = true
  const finish = () => {
    if (!isOpen) {
      return
    }
    isOpen = false
    dialog.remove()
    onClose?.()
    if (!document.querySelector("dialog[open]")) {
      returnFocus(opener)
      opener = null
    }
  }
  const close = () => {
    dialog.close()
    // At once, not with the event that follows: a key that is pressed before it must not lose the focus that it set.
    finish()
  }
  const work = async () => {
    problem.hidden = true
    submitButton?.setAttribute("aria-busy", "true")
    if (submitButton) {
      submitButton.disabled = true
    }
    try {
      if ((await onSubmit?.()) !== false) {
        close()
      }
    } catch (error) {
      fill(problem, error instanceof Error ? error.message : String(error))
      problem.hidden = false
    } finally {
      submitButton?.removeAttribute("aria-busy")
      if (submitButton) {
        submitButton.disabled = false
      }
    }
  }
  const form = h(
    "form",
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault()
        if (submitButton && !submitButton.disabled) {
          void work()
        }
      },
    },
    h(
      "header",
      {},
      h("h2", {}, title),
      h("button", { class: "quiet square", type: "button", "aria-label": "Close", onclick: close }, icon("close"))
    ),
    h("div", { class: "content" }, content),
    problem,
    submitButton || actions.length > 0 ? h("footer", {}, actions, submitButton) : null
  )
  const dialog = h("dialog", { class: wide ? "wide" : null, "aria-label": title }, form)
  dialog.addEventListener("cancel", (event) => {
    if (event.target === dialog) {
      event.preventDefault()
      close()
    }
  })
  // The browser itself closes a dialog at a second Escape.
  dialog.addEventListener("close", finish)
  // A click beside the dialog; one that only ends there began with marking text.
  dialog.addEventListener("mousedown", (event) => event.target === dialog && close())
  document.body.append(dialog)
  dialog.showModal()
  const first = dialog.querySelector("[autofocus], .content input, .content select, .content button, footer button")
  if (first instanceof HTMLElement) {
    first.focus()
  }
  if (first instanceof HTMLInputElement) {
    first.select()
  }
  return { close, element: dialog, submitButton }
}

/** Asks before something is done that cannot be undone. */
export function confirm(title: string, text: string, submit: string, work: () => Promise<void>) {
  openDialog({ title, content: [h("p", {}, text)], submit, danger: true, onSubmit: work })
}

const SHOWN_MS = 6_000

/** Shows a message, also to screen readers. */
export function say(text: string, tone: "good" | "bad" = "good") {
  const close = () => toast.remove()
  const toast = h(
    "div",
    { class: `toast ${tone}` },
    h("p", {}, text),
    h("button", { class: "quiet square", type: "button", "aria-label": "Dismiss", onclick: close }, icon("close"))
  )
  const place = find("#messages")
  place.append(toast)
  while (place.childElementCount > 3) {
    place.firstElementChild?.remove()
  }
  if (tone === "good") {
    setTimeout(close, SHOWN_MS)
  }
}

/** Lets screen readers say what everybody else sees. */
export function announce(text: string) {
  fill(find("#announcements"), text)
}

/** Does something and shows what went wrong. */
export async function guarded(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!isAbort(error)) {
      say(error instanceof Error ? error.message : String(error), "bad")
    }
  }
}

/**
 * Puts a text into the clipboard.
 * @param reported what is said when it is there
 */
export function copyButton(label: string, text: () => string, reported: string) {
  const copy = () =>
    void guarded(async () => {
      await navigator.clipboard.writeText(text())
      say(reported)
    })
  return h("button", { type: "button", onclick: copy }, label)
}
