// The script for sellers' own pages, served as /embed.js: it puts a form's payment page where the page has
// `<div data-tillform="FORM_ID">`, and opens it above the page for `<button data-tillform-popup="FORM_ID">`.
import { embedderParameter, isPageMessage, type PageMessage } from '../page-message.ts'

const styles = `
.tillform-frame{display:block;width:100%;height:640px;border:0;color-scheme:light}
.tillform-frame.tillform-over{position:fixed;inset:0;width:100vw;height:100dvh!important;max-width:none;max-height:none;margin:0;padding:0;z-index:2147483647}
.tillform-popup{box-sizing:border-box;width:min(1100px,100vw - 32px);max-width:none;height:min(900px,100dvh - 32px);max-height:none;margin:auto;padding:44px 0 0;border:0;border-radius:16px;overflow:hidden;color-scheme:light;background:#fff;background:light-dark(#fff,#18181b);color:#18181b;color:light-dark(#18181b,#fafafa);box-shadow:0 24px 64px #0006}
.tillform-popup::backdrop{background:#000a}
.tillform-popup .tillform-frame{height:100%!important}
.tillform-close{position:absolute;top:0;right:0;width:44px;height:44px;padding:0;border:0;background:none;color:inherit;font:24px/1 system-ui,sans-serif;cursor:pointer}
.tillform-close:focus-visible{outline:2px solid currentColor;outline-offset:-6px;border-radius:16px}
html:has(.tillform-popup[open]){overflow:hidden}
@media(max-width:640px){.tillform-popup{width:100vw;height:100dvh;border-radius:0}}`

/** The parameters of the seller's page that are passed on to the payment page. */
const handedOn = ['email', 'name', 'coupon', 'price']
/** The tags that say where the buyer came from. They also apply to later pages in this tab. */
const tags = 'ref utm_source utm_medium utm_campaign utm_content utm_term'.split(' ')
/** Longer tags are left out, because they would make the frame's URL too long. The server shortens the others. */
const longestTag = 500

type Tag = [name: string, value: string]

const script = document.currentScript
const isRunning = Symbol.for('tillform.embed')
if (script instanceof HTMLScriptElement && !(isRunning in window)) {
  Object.defineProperty(window, isRunning, { value: true })
  start(new URL(script.src).origin)
}

/** Starts the script. `home` is the origin of the payment pages and of this script. */
function start(home: string): void {
  const frames = new Set<HTMLIFrameElement>()
  const popups = new Map<string, HTMLDialogElement>()
  // Reads the tags right away, because the buyer may open the form on another page or leave before it has loaded.
  let visit = tagsOfVisit([])

  function createFrame(formId: string): HTMLIFrameElement {
    const address = new URL(`/payment/${encodeURIComponent(formId)}`, home)
    address.searchParams.set(embedderParameter, window.location.origin)
    visit = tagsOfVisit(visit)
    for (const tag of visit) address.searchParams.set(...tag)
    const search = searchOfPage()
    for (const name of handedOn) {
      // The plus in an email address stays a plus, even in a link made by hand.
      const given = name === 'email' ? search.replaceAll('+', '%2B') : search
      const value = new URLSearchParams(given).get(name)
      if (value !== null) address.searchParams.set(name, value)
    }
    const frame = document.createElement('iframe')
    frame.title = 'Payment form'
    // Permissions for wallets and for the video player.
    frame.allow = 'payment; fullscreen; autoplay; encrypted-media; picture-in-picture'
    frame.className = 'tillform-frame'
    frame.src = address.href
    frames.add(frame)
    return frame
  }

  function fillPlaces(): void {
    for (const place of document.querySelectorAll<HTMLElement>('[data-tillform]')) {
      const formId = place.dataset['tillform'] ?? ''
      if (formId !== '' && place.querySelector('.tillform-frame') === null) {
        place.replaceChildren(createFrame(formId))
      }
    }
  }

  /**
   * Makes a pop-up for a form. A closed one stays in the page, so that a payment in progress continues and no
   * input is lost.
   */
  function popupOf(formId: string): HTMLDialogElement {
    const known = popups.get(formId)
    if (known?.isConnected === true) return known
    const popup = document.createElement('dialog')
    popup.className = 'tillform-popup'
    popup.setAttribute('aria-label', 'Payment form')
    const close = document.createElement('button')
    close.type = 'button'
    close.className = 'tillform-close'
    close.setAttribute('aria-label', 'Close')
    close.textContent = '×'
    close.addEventListener('click', () => popup.close())
    popup.append(close, createFrame(formId))
    document.body.append(popup)
    popups.set(formId, popup)
    return popup
  }

  document.adoptedStyleSheets.push(sheetOf(styles))
  fillPlaces()
  new MutationObserver(fillPlaces).observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-tillform-popup]') : null
    const formId = button?.getAttribute('data-tillform-popup') ?? ''
    if (formId === '') return
    event.preventDefault()
    popupOf(formId).showModal()
  })
  window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== home || !isPageMessage(data)) return
    for (const frame of frames) {
      if (frame.contentWindow === source) obey(frame, data)
    }
  })
}

/** The query of the seller's page. A mail program may have left an ampersand as `&amp;` in the link. */
function searchOfPage(): string {
  return window.location.search.replaceAll('&amp;', '&')
}

/** The tags in this page's URL, or else the last ones in this tab. They are stored only in the tab. */
function tagsOfVisit(before: Tag[]): Tag[] {
  const name = 'tillform.tags'
  const here = tagsIn(searchOfPage())
  try {
    if (here.length === 0) return tagsIn(window.sessionStorage.getItem(name) ?? '')
    window.sessionStorage.setItem(name, new URLSearchParams(here).toString())
  } catch {
    // Without storage, as in private browsing, the tags are kept until the page is left.
  }
  return here.length === 0 ? before : here
}

function tagsIn(search: string): Tag[] {
  const given = new URLSearchParams(search)
  return tags.flatMap((tag): Tag[] => {
    const value = given.get(tag)
    return value === null || value.length > longestTag ? [] : [[tag, value]]
  })
}

/** Uses a style sheet object, because the security policy of the seller's page could block a style element. */
function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

function obey(
  frame: HTMLIFrameElement,
  { height, scheme, covers, wants, leavesFor, event, id, kind, value, currency, items }: PageMessage,
): void {
  if (event === 'purchase') {
    const detail = { id, kind, value, currency, items }
    frame.dispatchEvent(new CustomEvent('tillform:purchase', { bubbles: true, detail }))
  }
  const popup = frame.closest('dialog')
  if (scheme !== undefined) {
    // The browser paints a frame opaque if its color scheme differs from that of its page.
    const colorScheme = scheme === 'device' ? 'light dark' : scheme
    for (const drawn of [frame, popup]) drawn?.style.setProperty('color-scheme', colorScheme)
  }
  if (typeof height === 'number' && height > 0) frame.style.height = `${Math.min(height, 20_000)}px`
  if (typeof covers === 'boolean' && popup === null) cover(frame, covers)
  if (wants === 'view' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
  if (wants === 'close') popup?.close()
  if (typeof leavesFor === 'string' && /^https?:\/\//.test(leavesFor)) window.location.assign(leavesFor)
}

/**
 * Shows the frame in the whole window above everything else, or returns it to its place on the page, which stays
 * reserved.
 */
function cover(frame: HTMLIFrameElement, isCovering: boolean): void {
  if (frame.classList.contains('tillform-over') === isCovering) return
  const place = frame.parentElement
  if (place !== null) place.style.minHeight = isCovering ? `${frame.offsetHeight}px` : ''
  frame.classList.toggle('tillform-over', isCovering)
  frame.popover = isCovering ? 'manual' : null
  if (isCovering) frame.showPopover()
}
