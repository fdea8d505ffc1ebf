import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { Keys } from '../../shared/ui/keys.tsx'
import { type Choice, type ChoiceGroup, findChoices } from './choice.ts'
import classes from './palette.module.css'
import { paletteWords } from './palette-words.ts'
import { SearchField } from './search-field.tsx'
import { useChoices } from './use-choices.ts'
import type { ShellCommands } from './use-commands.ts'

interface PaletteSearchProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly commands: ShellCommands
  /** Whether the field takes focus when it mounts. The dialog gives it focus only when the dialog opens. */
  readonly takesFocus: boolean
  readonly onTerm: (term: GlossaryTerm) => void
  readonly onClose: () => void
}

/** Search field and results: a combobox whose list is always open (ARIA Authoring Practices). */
export function PaletteSearch({ text, onText, commands, takesFocus, onTerm, onClose }: PaletteSearchProps) {
  const id = useId()
  const listId = `${id}-list`
  const { choices, remember } = useChoices(text, commands, onTerm)
  const groups = findChoices(choices, text)
  const found = groups.flatMap((group) => group.choices)
  const { active, reach, move } = useReached(found)
  const choose = (choice: Choice) => {
    remember(choice)
    if (!choice.staysOpen) onClose()
    choice.run()
  }
  return (
    <>
      <SearchField
        text={text}
        takesFocus={takesFocus}
        listId={listId}
        hasChoices={found.length > 0}
        activeId={active && optionId(id, active)}
        onText={(typed) => {
          reach(null)
          onText(typed)
        }}
        onMove={move}
        onEnter={() => active && choose(active)}
        onClose={onClose}
      />
      <VisuallyHidden role="status">{text !== '' && paletteWords.count(found.length)}</VisuallyHidden>
      <div id={listId} className={classes.list} role="listbox" aria-label={paletteWords.title}>
        {groups.map((group) => (
          <Group key={group.name} id={id} group={group} active={active} onReach={reach} onChoose={choose} />
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{paletteWords.none}</p>}
    </>
  )
}

/** The active option, which keys or the pointer can change. It starts as the first one. */
function useReached(found: readonly Choice[]) {
  const [reached, reach] = useState<string | null>(null)
  const place = found.findIndex(({ id }) => id === reached)
  const index = Math.max(0, place)
  return {
    active: found[index],
    reach,
    move: (step: 1 | -1) => reach(found[(index + step + found.length) % found.length]?.id ?? null),
  }
}

const optionId = (id: string, choice: Choice) => `${id}-${choice.id}`

interface GroupProps {
  readonly id: string
  readonly group: ChoiceGroup
  readonly active: Choice | undefined
  readonly onReach: (id: string) => void
  readonly onChoose: (choice: Choice) => void
}

function Group({ id, group: { name, choices }, active, onReach, onChoose }: GroupProps) {
  const titleId = `${id}-${name}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className={classes.title} role="presentation">
        {paletteWords.groups[name]}
      </div>
      {choices.map((choice) => (
        <Option
          key={choice.id}
          id={optionId(id, choice)}
          choice={choice}
          isActive={choice === active}
          onReach={() => onReach(choice.id)}
          onChoose={() => onChoose(choice)}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly choice: Choice
  readonly isActive: boolean
  readonly onReach: () => void
  readonly onChoose: () => void
}

function Option({ id, choice: { label, detail, keys }, isActive, onReach, onChoose }: OptionProps) {
  const option = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={option}
      id={id}
      type="button"
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      onPointerMove={onReach}
      // Keep focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={classes.label}>{label}</span>
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
      {keys !== undefined && (
        <span className={classes.keys} aria-hidden="true">
          <Keys keys={keys} />
        </span>
      )}
    </button>
  )
}
