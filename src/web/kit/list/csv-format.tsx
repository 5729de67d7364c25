import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { csvFormatLabels, csvFormatOf, csvFormats, type CsvFormat } from '#foundation/csv/csv-format.ts'
import { Select } from '../form/select.tsx'

const stored = z.enum(csvFormats)
const key = 'csvFormat'

/** As it was chosen in this browser last, or else as its language has it. */
function readFormat(): CsvFormat {
  return stored.catch(csvFormatOf(navigator.language)).parse(localStorage.getItem(key))
}

const listeners = new Set<() => void>()

function listen(onChange: () => void) {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** How files are written that this browser is given; a choice in one dialog holds in all. */
export function useCsvFormat() {
  const format = useSyncExternalStore(listen, readFormat)
  return {
    format,
    choose(chosen: string) {
      localStorage.setItem(key, stored.parse(chosen))
      for (const onChange of listeners) onChange()
    },
  }
}

export type CsvFormatChoice = ReturnType<typeof useCsvFormat>

export function CsvFormatField({ choice }: { readonly choice: CsvFormatChoice }) {
  return (
    <Select
      label="Made for"
      hint="If amounts or columns look wrong when you open the file, choose another."
      value={choice.format}
      onChange={(event) => choice.choose(event.target.value)}
      options={(['comma', 'semicolon', 'tab', 'plain'] as const).map((value) => ({
        value,
        label: csvFormatLabels[value],
      }))}
    />
  )
}
