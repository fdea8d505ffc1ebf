import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import classes from './palette.module.css'
import { paletteWords } from './palette-words.ts'

interface SearchFieldProps {
  readonly text: string
  /** Whether the field takes focus when it mounts. The dialog gives it focus only when the dialog opens. */
  readonly takesFocus: boolean
  readonly listId: string
  readonly hasChoices: boolean
  /** Element id of the option that Enter selects. */
  readonly activeId: string | undefined
  readonly onText: (text: string) => void
  readonly onMove: (step: 1 | -1) => void
  readonly onEnter: () => void
  readonly onClose: () => void
}

const MAX_TEXT = 200

export function SearchField(props: SearchFieldProps) {
  const { text, takesFocus, listId, hasChoices, activeId, onText, onMove, onEnter, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    // Ctrl+K or Cmd+K, which opens the palette, also closes it.
    const isOpener = key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (isOpener) onClose()
    else if (key === 'Enter') onEnter()
    else if (key === 'ArrowDown') onMove(1)
    else if (key === 'ArrowUp') onMove(-1)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.field}>
      <IconSearch size={16} stroke={1.6} aria-hidden="true" />
      <input
        ref={input}
        className={classes.input}
        data-autofocus
        role="combobox"
        aria-label={paletteWords.search}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={hasChoices}
        aria-activedescendant={activeId}
        placeholder={paletteWords.placeholder}
        maxLength={MAX_TEXT}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
