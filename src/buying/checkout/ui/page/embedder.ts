import { useEffect } from 'react'
import { embedderParameter, type PageMessage } from '#buying/embedding/page-message.ts'

export function isFramed(): boolean {
  return window.parent !== window
}

/**
 * Tells the page around this one something, where /embed.js has framed it. The browser delivers it only to the origin
 * that the address names, and lets only those frame the page whom the seller has listed. Answers whether it was told.
 */
export function postToEmbedder(message: Omit<PageMessage, 'tillform'>): boolean {
  const origin = new URLSearchParams(window.location.search).get(embedderParameter)
  if (!isFramed() || origin === null || !/^https?:\/\/[^/]+$/.test(origin)) return false
  window.parent.postMessage({ tillform: 1, ...message } satisfies PageMessage, origin)
  return true
}

/** Keeps the page around informed of how high this one is, and of the buyer's wish to close it with Escape. */
export function reportTo(root: HTMLElement): void {
  if (!isFramed()) return
  const report = () => postToEmbedder({ height: Math.ceil(root.getBoundingClientRect().height) })
  new ResizeObserver(report).observe(root)
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const isFree = document.querySelector('dialog[open]') === null
    if (key === 'Escape' && !defaultPrevented && isFree) postToEmbedder({ wants: 'close' })
  })
}

/** For as long as something is shown over the page: a frame as high as the page would show it far from the buyer's eyes. */
export function useCover(isCovering: boolean): void {
  useEffect(() => {
    if (!isCovering) return undefined
    postToEmbedder({ covers: true })
    return () => void postToEmbedder({ covers: false })
  }, [isCovering])
}
