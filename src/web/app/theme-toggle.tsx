import { Moon, Sun, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/kit/layout/button.tsx'
import { chooseTheme, readTheme, themes } from './theme.ts'

const icons = { system: SunMoon, light: Sun, dark: Moon } as const
const names = { system: 'as the system', light: 'light', dark: 'dark' } as const

/** Steps through the appearances: as the system, light, dark. */
export function ThemeToggle() {
  const [theme, setTheme] = useState(readTheme)
  const Icon = icons[theme]
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <IconButton
      label={`Appearance: ${names[theme]}`}
      onClick={() => {
        chooseTheme(next)
        setTheme(next)
      }}
    >
      <Icon aria-hidden className="size-5" />
    </IconButton>
  )
}
