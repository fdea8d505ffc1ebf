import '@mantine/core/styles/Modal.layer.css'
import '@mantine/spotlight/styles.layer.css'
import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useBackCloses } from '../../shared/dialog-history.tsx'
import { capitalize } from '../../shared/format/words.ts'
import { readSymbol } from '../../shared/paths.ts'
import { Keys } from '../../shared/ui/buttons.tsx'
import type { TypedAhead } from '../shell-keys.ts'
import { findChoices, useChoices } from './choices.ts'
import type { Choice, ShellCommands } from './commands.ts'
import classes from './palette.module.css'

interface PaletteProps extends ShellCommands {
  readonly opened: boolean
  readonly onClose: () => void
  /** Takes the keys that were pressed before the search field had focus. */
  readonly takeTyped: () => TypedAhead
}

const MAX_TEXT_LENGTH = 200
const [store, spotlight] = createSpotlight()

/** Command palette. It opens without animation and restores focus when it closes. */
export function Palette({ opened, onClose, takeTyped, ...commands }: PaletteProps) {
  const [text, setText] = useState('')
  const [term, setTerm] = useState<GlossaryTerm | null>(null)
  const [isBack, setBack] = useState(false)
  useBackCloses(opened, onClose)
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    spotlight.open()
    return () => {
      spotlight.close()
      setText('')
      setTerm(null)
      setBack(false)
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      })
    }
  }, [opened])
  const { inner = '', content = '', body = '', search = '', actionsList = '', action = '' } = classes
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      shortcut={null}
      closeOnActionTrigger={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, transitionProps: { duration: 0 } }}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      classNames={{ inner, content, body, search, actionsList, action }}
    >
      {term === null ? (
        <Search
          text={text}
          onText={setText}
          commands={commands}
          takesFocus={isBack}
          takeTyped={takeTyped}
          onTerm={setTerm}
          onClose={onClose}
        />
      ) : (
        <Term
          term={term}
          onBack={() => {
            setTerm(null)
            setBack(true)
          }}
        />
      )}
    </Spotlight.Root>
  )
}

interface SearchProps extends Pick<PaletteProps, 'takeTyped' | 'onClose'> {
  readonly text: string
  readonly onText: (text: string) => void
  readonly commands: ShellCommands
  /** Whether the field takes focus when it mounts. The dialog gives it focus only when the dialog opens. */
  readonly takesFocus: boolean
  readonly onTerm: (term: GlossaryTerm) => void
}

/** Search field and results: a combobox whose list is always open (ARIA Authoring Practices). */
function Search({ text, onText, commands, takesFocus, takeTyped, onTerm, onClose }: SearchProps) {
  const listId = `palette${useId()}`.replaceAll(/\W/g, '')
  const input = useRef<HTMLInputElement>(null)
  const { choices, remember, isSettled } = useChoices(text, commands, onTerm)
  const groups = findChoices(choices, text)
  const found = groups.flatMap((group) => group.choices)
  const { reached, reach, hasMoved } = useReached(found)
  const active = found[reached]
  const choose = (choice: Choice) => {
    remember(choice)
    if (!choice.staysOpen) onClose()
    choice.run()
  }
  // Whether Enter was pressed while the suggestions for a symbol were still loading.
  const [isEntered, setEntered] = useState(false)
  const isReady = isSettled || readSymbol(text) === null
  const chooseActive = useEffectEvent(() => active && choose(active))
  useEffect(() => {
    if (isEntered && isReady) chooseActive()
  }, [isEntered, isReady])
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  const takeKeys = () => {
    const typed = takeTyped()
    if (typed.text !== '') onText(typed.text)
    if (typed.isEntered) setEntered(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key.startsWith('Arrow')) hasMoved.current = true
    // Ctrl+K or Cmd+K, which opens the palette, also closes it.
    const isOpener = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const isEarly = event.key === 'Enter' && !isReady
    if (!isOpener && !isEarly) return
    event.preventDefault()
    event.stopPropagation()
    if (isOpener) onClose()
    else setEntered(true)
  }
  return (
    <>
      <div onKeyDownCapture={onKeyDown}>
        <Spotlight.Search
          ref={input}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
          data-autofocus
          role="combobox"
          aria-label="Find a symbol, a page or an action"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-expanded={found.length > 0}
          aria-activedescendant={active && `${listId}-${reached}`}
          placeholder="Symbol, page or action"
          maxLength={MAX_TEXT_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onFocus={takeKeys}
          onChange={() => {
            setEntered(false)
            hasMoved.current = false
          }}
        />
      </div>
      <VisuallyHidden role="status">
        {text !== '' && (found.length === 1 ? '1 result' : `${found.length} results`)}
      </VisuallyHidden>
      <Spotlight.ActionsList id={listId} role="listbox" aria-label="Command palette">
        {groups.map(({ name, choices: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
          <div key={name} role="group" aria-label={name}>
            <div className={classes.title} role="presentation">
              {name}
            </div>
            {members.map((choice) => {
              const index = found.indexOf(choice)
              return (
                <Spotlight.Action
                  key={choice.id}
                  role="option"
                  // Spotlight drops an id that is passed as a prop.
                  renderRoot={(root) => <button {...root} id={`${listId}-${index}`} />}
                  aria-selected={index === reached}
                  data-selected={index === reached || undefined}
                  onPointerMove={() => reach(index)}
                  onClick={() => choose(choice)}
                >
                  <Option choice={choice} />
                </Spotlight.Action>
              )
            })}
          </div>
        ))}
        {found.length === 0 && <Spotlight.Empty>No matches.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </>
  )
}

/**
 * Index of the active option, which keys or the pointer can change. It is the first one until the user moves; after
 * that it stays on its option when suggestions arrive.
 */
function useReached(found: readonly Choice[]) {
  const { selected } = useSpotlight(store)
  const hasMoved = useRef(false)
  const reachedId = useRef<string | undefined>(undefined)
  const select = (index: number) => store.updateState((state) => ({ ...state, selected: index }))
  const ids = found.map(({ id }) => id).join(' ')
  const keepReached = useEffectEvent(() => {
    const place = hasMoved.current ? found.findIndex(({ id }) => id === reachedId.current) : 0
    select(Math.max(0, place))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the options change
  useLayoutEffect(() => keepReached(), [ids])
  useLayoutEffect(() => {
    reachedId.current = found[selected]?.id
  })
  const reach = (index: number) => {
    hasMoved.current = true
    select(index)
  }
  return { reached: Math.max(0, selected), reach, hasMoved } as const
}

function Option({ choice: { label, detail, keys } }: { readonly choice: Choice }) {
  return (
    <>
      <Text span truncate flex="none" maw="100%">
        {label}
      </Text>
      {detail !== undefined && (
        <Text span truncate c="dimmed" flex={1}>
          {detail}
        </Text>
      )}
      {keys !== undefined && (
        <Text span ml="auto" visibleFrom="sm" aria-hidden="true">
          <Keys keys={keys} />
        </Text>
      )}
    </>
  )
}

/** Glossary entry of one term. */
function Term({ term, onBack }: { readonly term: GlossaryTerm; readonly onBack: () => void }) {
  const facts = [
    { label: 'Formula', text: term.formula },
    { label: 'Thresholds', text: term.thresholds },
    { label: 'Example', text: term.example },
  ].filter(({ text }) => text !== null)
  return (
    <Stack component="article" gap="sm" p="lg" align="flex-start" style={{ overflowY: 'auto' }}>
      <Title order={2}>{capitalize(term.term)}</Title>
      <p>{term.sentence}</p>
      <p>{term.why}</p>
      {facts.length > 0 && (
        <Stack component="dl" gap="xs">
          {facts.map(({ label, text }) => (
            <div key={label}>
              <Text component="dt" size="sm" c="dimmed">
                {label}
              </Text>
              <dd>{text}</dd>
            </div>
          ))}
        </Stack>
      )}
      <Button autoFocus leftSection={<IconArrowLeft size={14} stroke={1.6} aria-hidden="true" />} onClick={onBack}>
        Back
      </Button>
    </Stack>
  )
}
