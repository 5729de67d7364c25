// The package describes itself as it is for `require`; this file of it is a module.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'

  export default function createBidi(): Bidi
}
