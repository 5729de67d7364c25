import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

type MenuProps = { readonly trigger: ReactNode; readonly children: ReactNode }

/** A menu that opens below its trigger, which must be one button. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          className="z-50 min-w-56 animate-appear rounded-2xl border border-line bg-surface p-1.5 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type ItemProps = { readonly onSelect: () => void; readonly children: ReactNode }

export function MenuItem({ onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-xl px-3 outline-none data-highlighted:bg-brand-soft data-highlighted:text-brand"
    >
      {children}
    </DropdownMenu.Item>
  )
}
