import type { Topic } from './read-topics.ts'

export type Found = { readonly topic: Topic; readonly excerpt: string }

const around = 90

/** The pages that have every word that is looked for, the most fitting first, each with a place where one stands. */
export function searchTopics(topics: readonly Topic[], query: string): Found[] {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (wanted.length === 0) return []
  const found = topics.flatMap((topic) => {
    const words = topic.words.toLowerCase()
    if (!wanted.every((word) => words.includes(word))) return []
    const times = wanted.reduce((sum, word) => sum + words.split(word).length - 1, 0)
    const isTitle = wanted.some((word) => topic.title.toLowerCase().includes(word))
    return [{ topic, excerpt: excerptOf(topic.words, wanted[0] ?? ''), weight: times + (isTitle ? 100 : 0) }]
  })
  return found.toSorted((one, other) => other.weight - one.weight)
}

function excerptOf(words: string, wanted: string): string {
  const at = words.toLowerCase().lastIndexOf(wanted)
  const from = at < around ? 0 : words.indexOf(' ', at - around)
  const end = words.indexOf(' ', at + wanted.length + around)
  const to = end === -1 ? words.length : end
  return `…${words.slice(from, to).trim()}…`
}
