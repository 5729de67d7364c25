import { pageLanguage, registerWords, type Speech, type Words } from '#foundation/language/words.ts'
import { isRecord } from '../payment/is-record.ts'
import { persist } from './persist.ts'

let later: string | null = null

/** Registers the texts that the document contains in its page data. */
export function registerSpeech(data: unknown): void {
  const speech = isRecord(data) ? data['speech'] : undefined
  if (!isSpeech(speech)) return
  registerWords(speech.words, speech.language)
  later = speech.later
}

/** Loads the texts of the parts that the page loads later. */
export async function loadLaterWords(): Promise<void> {
  const path = later
  if (path === null) return
  const read = async () => {
    const response = await fetch(path)
    if (!response.ok) throw new Error(String(response.status))
    const words: unknown = await response.json()
    if (!areWords(words)) throw new TypeError('No texts')
    return words
  }
  registerWords(await persist(read, areWords), pageLanguage())
}

/** The document comes from our own server, so a rough check is enough. */
function isSpeech(value: unknown): value is Speech {
  return isRecord(value) && isRecord(value['words'])
}

function areWords(value: unknown): value is Words {
  return isRecord(value)
}
