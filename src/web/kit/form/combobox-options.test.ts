import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Combobox, addedBelow, matching, type ComboboxOption } from './combobox.tsx'

const yoga = { value: 'yoga', label: 'Yoga basics' }
const basics = { value: 'basics', label: 'Basics of Yoga for two' }
const advanced = { value: 'advanced', label: 'Advanced yoga' }

test('a search finds an option by its words in any order and spacing', () => {
  expect(matching([yoga, advanced, basics], ' basics   yoga ')).toEqual([yoga, basics])
  expect(matching([yoga, advanced], '')).toEqual([yoga, advanced])
})

test('options from the server appear below local matches without duplicates', () => {
  const offered = (found: ComboboxOption[] | undefined) => {
    const beyond = { onType: () => undefined, found, note: undefined }
    const props = { label: 'Form', options: [yoga, basics], value: '', onChange: () => undefined, beyond }
    const page = renderToStaticMarkup(createElement(Combobox, props))
    return [...page.matchAll(/role="option"[^>]*>([^<]*)</g)].map(([, label]) => label)
  }
  expect(offered(undefined)).toEqual([yoga.label, basics.label])
  expect(offered([])).toEqual([yoga.label, basics.label])
  expect(offered([advanced, basics])).toEqual([yoga.label, basics.label, advanced.label])
})

test('an option of a list keeps its place when others are added or its name changes', () => {
  const renamed = { ...yoga, label: 'Yoga for all' }
  expect(addedBelow([basics, yoga], [advanced, renamed])).toEqual([basics, renamed, advanced])
  expect(addedBelow([basics, yoga], [])).toEqual([basics, yoga])
})
