// What a flow needs of a browser: each engine does it by its own protocol, with a pointer and keys as people have them.
import type { Wanted } from './find-in-page.ts'

/** Something of a page; `within` are the ends of the titles of the frames around it, from the outside in. */
export type Target = Wanted & { within?: readonly string[] }

/** An element that can be pressed now. */
export type Found = {
  press: () => Promise<void>
  /** Replaces what stands in the field. */
  type: (text: string) => Promise<void>
  /** Chooses a file of this machine. */
  attach: (path: string) => Promise<void>
}

/** A tab with a store of its own: nobody is signed in. */
export type Tab = {
  /** Goes to an address as by the address bar; does not wait for the page. */
  open: (address: string) => Promise<void>
  address: () => Promise<string>
  /** The one element that is meant, or why it cannot be used yet. */
  find: (target: Target, use: 'see' | 'press' | 'attach') => Promise<Found | string>
  pressEscape: () => Promise<void>
  /** What the scripts of its pages threw and did not catch, where the engine tells. */
  errors: () => string[]
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

export type Engine = {
  newTab: () => Promise<Tab>
  stop: () => Promise<void>
}
