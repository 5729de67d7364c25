import { useEffect } from 'react'
import { embedderParameter, type PageMessage } from '#buying/embedding/page-message.ts'

export function isFramed(): boolean {
  return window.parent !== window
}

/**
 * Sends a message to the page around this one, if /embed.js framed it. The browser delivers it only to the
 * origin in the URL, and only origins listed by the seller can frame the page. Returns whether it was sent.
 */
export function postToEmbedder(message: Omit<PageMessage, 'tillform'>): boolean {
  const origin = new URLSearchParams(window.location.search).get(embedderParameter)
  if (!isFramed() || origin === null || !/^https?:\/\/[^/]+$/.test(origin)) return false
  window.parent.postMessage({ tillform: 1, ...message } satisfies PageMessage, origin)
  return true
}

/** Sends the page around this one the height of this page, and reports when the buyer presses Escape to close it. */
export function reportTo(root: HTMLElement): void {
  if (!isFramed()) return
  const menu = document.getElementById('languages')?.offsetHeight ?? 0
  const report = () => postToEmbedder({ height: Math.ceil(root.getBoundingClientRect().height) + menu })
  new ResizeObserver(report).observe(root)
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const isFree = document.querySelector('dialog[open]') === null
    if (key === 'Escape' && !defaultPrevented && isFree) postToEmbedder({ wants: 'close' })
  })
}

/**
 * Asks for the whole window while something covers the page. In a full-height frame, it could appear outside the
 * visible part.
 */
export function useCover(isCovering: boolean): void {
  useEffect(() => {
    if (!isCovering) return undefined
    postToEmbedder({ covers: true })
    return () => void postToEmbedder({ covers: false })
  }, [isCovering])
}
