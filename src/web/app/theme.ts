import { z } from 'zod'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const stored = z.enum(themes).catch('system')

export function readTheme(): Theme {
  return stored.parse(localStorage.getItem(key))
}

/** Applies the stored appearance. `system` leaves it to prefers-color-scheme. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  applyTheme(theme)
}
