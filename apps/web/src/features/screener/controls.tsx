import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { VisuallyHidden } from '../../shared/ui/figures.tsx'
import classes from './screener.module.css'

interface SelectBoxProps extends ComponentProps<'select'> {
  readonly label: string
  /** `plain` has no border and shows only the choice. */
  readonly look?: 'box' | 'plain'
}

/** Native select in one box with its label. */
export function SelectBox({ label, look = 'box', ...select }: SelectBoxProps) {
  return (
    <label className={classes.select} data-look={look}>
      {look === 'plain' ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
      <select aria-label={label} {...select} />
      <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
    </label>
  )
}

interface ChipProps {
  readonly component?: 'li' | 'span'
  readonly removeLabel: string
  readonly onRemove: () => void
  readonly children: ReactNode
}

/** Something that is chosen, with a button that removes it. */
export function Chip({ component: Tag = 'li', removeLabel, onRemove, children }: ChipProps) {
  return (
    <Tag className={classes.chip}>
      <span>{children}</span>
      <ActionIcon size={24} aria-label={removeLabel} onClick={onRemove}>
        <IconX size={14} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Tag>
  )
}
