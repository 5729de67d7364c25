import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

type Props = {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

const pause = 300

/** Searches when the typing rests, or at once on Enter. */
export function SearchBox({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onSearch(text), pause)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <search className="relative w-full sm:max-w-xs">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text)
        }}
        className="control pl-10.5"
      />
    </search>
  )
}
