import { msg, type Message } from '#foundation/language/t.ts'
import type { ShopFont } from '#foundation/db/tables/identity.ts'

/** The name of each font, with similar typefaces of common systems, because none is downloaded. */
export const shopFonts = {
  system: { label: msg('System default'), family: 'system-ui,sans-serif' },
  humanist: {
    label: msg('Humanist (warm)'),
    family: "Seravek,'Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans',source-sans-pro,sans-serif",
  },
  rounded: {
    label: msg('Rounded (friendly)'),
    family:
      "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,Comfortaa,Manjari,'Arial Rounded MT Bold',Calibri,source-sans-pro,sans-serif",
  },
  serif: {
    label: msg('Serif (classic)'),
    family: "Charter,'Bitstream Charter','Iowan Old Style','Sitka Text',Cambria,'DejaVu Serif',Georgia,serif",
  },
} as const satisfies Record<ShopFont, { readonly label: Message; readonly family: string }>

export const fontNames = ['system', 'humanist', 'rounded', 'serif'] as const satisfies readonly ShopFont[]
