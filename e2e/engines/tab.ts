// What a flow can do in a browser. Each engine implements this interface with its own protocol, pointer and keys.
import type { Wanted } from './find-in-page.ts'
import type { PlaceOfFocus } from './focus-in-page.ts'

/** An element in a page. `within` lists the title endings of the frames around it, outermost first. */
export type Target = Wanted & { within?: readonly string[] }

/** An element that can be clicked now. */
export type Found = {
  press: () => Promise<void>
  type: (text: string) => Promise<void>
  attach: (path: string) => Promise<void>
  /** The element's position relative to the focus. */
  focus: () => Promise<PlaceOfFocus>
}

export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space' | 'ArrowDown' | 'Escape'

/** A signed-out tab with its own storage. */
export type Tab = {
  /** Opens a URL as if typed into the address bar, without waiting for the page. */
  open: (address: string) => Promise<void>
  address: () => Promise<string>
  /** Finds the only matching element, or returns the reason it cannot be used yet. */
  find: (target: Target, use: 'see' | 'press' | 'attach') => Promise<Found | string>
  /** Finds a frame's position relative to the focus. Looking into a frame can move the focus there. */
  placeOfFrame: (title: string) => Promise<PlaceOfFocus | 'missing'>
  pressKey: (key: Key) => Promise<void>
  /** Types text into the focused field and replaces its previous text. */
  writeOver: (text: string) => Promise<void>
  /** The page's WCAG 2.2 A and AA problems, as far as a program can detect them. */
  barriers: () => Promise<string[]>
  /** In CSS pixels. */
  width: () => Promise<number>
  /** Uncaught errors in the pages' scripts, if the engine reports them. */
  errors: () => string[]
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

/** A window's inner size in CSS pixels. */
export type Size = { readonly width: number; readonly height: number }

export type Engine = {
  newTab: (size: Size) => Promise<Tab>
  stop: () => Promise<void>
}
