import type { ShopFace } from '#accounts/shop/shop-face.ts'
import { hasFunctions, type RendererSource } from '#foundation/http/open-renderer.ts'
import type { DoorPageData } from './page-data.ts'

/** What `ui/render.tsx` offers: the markup of a document's body, and its style rules. */
export type DoorMarkup = {
  /** `shop`: whose door it is; null: nobody's. */
  readonly renderDoor: (page: DoorPageData, shop: ShopFace | null) => string
  readonly styleSheet: () => string
}

export const doorRenderer: RendererSource = { name: 'door', entry: 'src/buying/door/ui/render.tsx' }

export function isDoorMarkup(module: unknown): module is DoorMarkup {
  return hasFunctions(module, ['renderDoor', 'styleSheet'])
}
