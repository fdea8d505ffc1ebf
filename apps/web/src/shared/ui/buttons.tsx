import { Button, type ButtonProps, Group, Kbd, Loader, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { usesCmd } from '../page-keys.ts'
import classes from './ui.module.css'

interface BusyButtonProps extends ButtonProps {
  readonly busy: boolean
  readonly 'aria-label'?: string
  readonly onClick: () => unknown
}

/** Button that keeps its focus while busy. If it were disabled instead, it would lose the focus. */
export function BusyButton({ busy, onClick, leftSection, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      leftSection={busy && leftSection ? <Loader size={14} color="currentColor" aria-hidden="true" /> : leftSection}
      aria-disabled={busy}
      onClick={() => {
        if (!busy) void onClick()
      }}
    />
  )
}

/** Group of buttons, one of which is pressed (`aria-pressed`). */
export function Segmented({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className={classes.segmented} aria-label={label}>
      {children}
    </fieldset>
  )
}

/** Shows the keys of a shortcut: `g d` is a sequence, `mod+k` and `shift+x` are combinations. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <Group component="span" display="inline-flex" gap="2xs" wrap="nowrap">
      {keys.split(' ').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && (
            <Text span size="xs" c="var(--text-faint)">
              then
            </Text>
          )}
          <Kbd>{nameKey(key)}</Kbd>
        </Fragment>
      ))}
    </Group>
  )
}

function nameKey(key: string): string {
  const [modifier, name] = key.split('+')
  if (name === undefined) return key
  if (modifier === 'shift') return `Shift ${name.toUpperCase()}`
  return usesCmd() ? `⌘${name.toUpperCase()}` : `Ctrl ${name.toUpperCase()}`
}

/**
 * After a chip is removed, moves focus to the next one or, after the last, to the previous one. If the page renders
 * slowly, it may still show chips that were removed before; these are skipped. Returns whether there was a chip to
 * focus.
 */
export function focusNeighbor(list: HTMLElement | null, index: number): boolean {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  buttons[index]?.setAttribute('data-removed', '')
  const stays = (button: HTMLButtonElement) => !button.hasAttribute('data-removed')
  const next = buttons.slice(index + 1).find(stays) ?? buttons.slice(0, index).findLast(stays)
  next?.focus()
  return next !== undefined
}
