import type { Topic } from './read-topics.ts'

/** `excerpt` is in pieces, of which every second is a word that was looked for. */
export type Found = { readonly topic: Topic; readonly excerpt: readonly string[] }

/** Characters of an excerpt, about. */
const longest = 200

/** The pages that have every word that is looked for, the most fitting first, each with a place where they stand. */
export function searchTopics(topics: readonly Topic[], query: string): Found[] {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (wanted.length === 0) return []
  const found = topics.flatMap((topic) => {
    const words = topic.passages.join(' ').toLowerCase()
    if (!wanted.every((word) => words.includes(word))) return []
    const times = wanted.reduce((sum, word) => sum + words.split(word).length - 1, 0)
    const isTitle = wanted.some((word) => topic.title.toLowerCase().includes(word))
    return [{ topic, excerpt: excerptOf(topic.passages, wanted), weight: times + (isTitle ? 100 : 0) }]
  })
  return found.toSorted((one, other) => other.weight - one.weight)
}

/** Of the passages that have most of the words, the first that is a sentence: a heading or a cell says little. */
function excerptOf(passages: readonly string[], wanted: readonly string[]): string[] {
  const weight = (passage: string) => {
    const text = passage.toLowerCase()
    return wanted.filter((word) => text.includes(word)).length + (/[.:]$/.test(passage) ? 0.5 : 0)
  }
  const best = passages.reduce((one, other) => (weight(other) > weight(one) ? other : one), '')
  const anyOf = new RegExp(`(${wanted.map(asPattern).join('|')})`, 'i')
  return cut(best, best.search(anyOf)).split(new RegExp(anyOf, 'gi'))
}

function asPattern(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Whole words around a place, as many as fit; all of it where it is short. */
function cut(passage: string, at: number): string {
  if (passage.length <= longest) return passage
  const from = at < longest / 2 ? 0 : passage.indexOf(' ', at - longest / 2) + 1
  const end = passage.indexOf(' ', from + longest)
  const text = passage.slice(from, end === -1 ? undefined : end)
  return `${from === 0 ? '' : '… '}${text}${end === -1 ? '' : ' …'}`
}
