import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { currentLanguage } from '#foundation/language/t.ts'
import { createTypesetter, type Typesetter } from './set-text.ts'

export type Pdf = InstanceType<typeof PDFDocument>

/** A4 with a margin, in points. */
export const page = { left: 56, right: 539.28, top: 56, bottom: 770 }

const typefaces = {
  sans: {
    regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
  serif: {
    regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
    bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
  },
}
export type Typeface = keyof typeof typefaces
type Fonts = { readonly regular: Buffer; readonly bold: Buffer }

const loading = new Map<Typeface, Promise<Fonts>>()

/** The fonts are part of the product and read only once. They cover Latin, Greek, Cyrillic and more. */
function loadFonts(typeface: Typeface): Promise<Fonts> {
  const known = loading.get(typeface)
  if (known !== undefined) return known
  const { regular, bold } = typefaces[typeface]
  const loaded = Promise.all([readFile(fileURLToPath(regular)), readFile(fileURLToPath(bold))]).then(
    ([first, second]) => ({ regular: first, bold: second }),
  )
  loading.set(typeface, loaded)
  return loaded
}

type Described = {
  readonly title: string
  readonly author: string
  /** Whether to make a PDF for archives (PDF/A-3b), which can contain other files. */
  readonly isArchive?: boolean
  readonly createdAt: Date
  readonly typeface: Typeface
  /** Whether text that does not fit on its page automatically continues on the next one. */
  readonly goesOn: boolean
  /** All text that will be written, which determines the additional fonts. */
  readonly about: unknown
  readonly locale?: string | null
}

/** Opens an empty document, with a typesetter for any script. */
export async function openDocument(described: Described): Promise<{ pdf: Pdf; text: Typesetter }> {
  const { title, author, createdAt, typeface, goesOn, about, locale, isArchive = false } = described
  // Loaded with the first document, so that the product starts without it.
  const [{ default: Document }, fonts] = await Promise.all([import('pdfkit'), loadFonts(typeface)])
  const pdf = new Document({
    size: 'A4',
    margins: { top: page.top, left: page.left, right: 56, bottom: goesOn ? 841.89 - page.bottom : 0 },
    lang: currentLanguage(),
    displayTitle: true,
    ...(isArchive && { pdfVersion: '1.7', subset: 'PDF/A-3b' }),
    // The library writes the author into an archive's XML without escaping, so a name with XML characters is left out.
    info: {
      Title: title,
      ...(isArchive && /[&<>]/.test(author) ? {} : { Author: author }),
      CreationDate: createdAt,
    },
  })
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const fallback = typefaces.sans.regular
  const text = await createTypesetter(pdf, {
    texts: textsOf(about),
    locale,
    fallback,
    ...typefaces[typeface],
  })
  return { pdf, text }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
