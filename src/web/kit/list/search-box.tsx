import { Search } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { useCallback, useEffect, useState } from 'react'

type Props = {
  readonly label: string
  readonly value: string
  /** The number of results on the page, which is announced. Undefined while unknown. */
  readonly found: number | undefined
  readonly onSearch: (text: string) => void
}

const pause = 300

/** A search field, which searches when typing pauses or immediately on Enter. */
export function SearchBox({ label, value, found, onSearch }: Props) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState({ value, sent: value })
  if (value !== known.value) {
    // The search was changed elsewhere, for example by going back, so it replaces the typed text.
    if (value !== known.sent) setText(value)
    setKnown({ ...known, value })
  }
  const search = useCallback(() => {
    const sought = text.trim()
    setKnown((before) => ({ ...before, sent: sought }))
    onSearch(sought)
  }, [text, onSearch])
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timeout = setTimeout(search, pause)
    return () => clearTimeout(timeout)
  }, [text, value, search])
  return (
    <search className="relative w-full sm:max-w-xs">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 z-1 left-3.5 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search()
        }}
        className="control pl-10.5"
      />
      <output className="sr-only">{value !== '' && found !== undefined && foundText(found)}</output>
    </search>
  )
}

function foundText(found: number): string {
  return found === 0 ? t('Nothing found') : t('{found} found on this page', { found })
}
