import type * as HarfBuzz from 'harfbuzzjs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** An open font, and the characters for which it has a shape. */
export type OpenFont = { readonly face: HarfBuzz.Face; readonly characters: ReadonlySet<number> }

const opening = new Map<string, Promise<OpenFont>>()

/** Fonts are opened when a text needs them and stay open until the process that writes documents ends. */
export async function openFont(file: string): Promise<OpenFont> {
  const known = opening.get(file)
  if (known !== undefined) return known
  const opened = readFont(file)
  opening.set(file, opened)
  return opened
}

async function readFont(file: string): Promise<OpenFont> {
  const [harfBuzz, font] = await Promise.all([import('harfbuzzjs'), unpackFont(file)])
  const face = new harfBuzz.Face(new harfBuzz.Blob(font))
  return { face, characters: new Set(face.collectUnicodes()) }
}

async function unpackFont(file: string): Promise<Uint8Array> {
  const font = await readFile(fileURLToPath(file))
  if (!file.endsWith('.woff2')) return font
  const { default: decompress } = await import('woff2-encoder/decompress')
  return decompress(font)
}

/** Whether text can be drawn with these characters. Characters that no font can draw do not matter. */
export function isDrawn(text: string, characters: ReadonlySet<number>): boolean {
  return Array.from(text).every(
    (character) => characters.has(character.codePointAt(0) ?? 0) || shapeless.test(character),
  )
}

const shapeless = /^\p{Default_Ignorable_Code_Point}$/u
