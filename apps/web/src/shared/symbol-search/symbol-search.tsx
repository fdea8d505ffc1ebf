import { CloseButton, Popover, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type Ref, useId, useRef } from 'react'
import type { SymbolSuggestion } from '../../api/stocks.ts'
import classes from './symbol-search.module.css'
import { findExact, useSuggestionList } from './use-suggestions.ts'

const LIMIT = 8

type BoundProp = 'id' | 'className' | 'placeholder' | 'maxLength' | 'error' | 'onBlur' | 'onFocus' | 'autoCapitalize'

interface SymbolSearchProps extends Pick<TextInputProps, BoundProp> {
  readonly label: string
  /** `search`: a search box with an icon. `field`: a form field with a label above. */
  readonly look?: 'search' | 'field'
  /** Company name; a form field shows it next to the symbol. */
  readonly company?: string | undefined
  readonly text: string
  readonly onText: (text: string) => void
  readonly onChoose: (suggestion: SymbolSuggestion) => void
  /** Called when Enter is pressed and no suggestion is active. */
  readonly onEnter: () => void
  readonly onClear: () => void
  /** Maximum number of suggestions. */
  readonly limit?: number
  /** Suggestions to show if the server fails. */
  readonly otherwise?: readonly SymbolSuggestion[]
  /** Suggestions to show before anything is typed, with a heading. */
  readonly untyped?: { readonly heading: string; readonly suggestions: readonly SymbolSuggestion[] }
  readonly inputRef?: Ref<HTMLInputElement>
}

/** Symbol search with suggestions: an editable combobox with a list (ARIA Authoring Practices). */
export function SymbolSearch(props: SymbolSearchProps) {
  const { label, look = 'search', company, text, onText, onChoose, onEnter, onClear, ...others } = props
  const { limit = LIMIT, otherwise, untyped, inputRef = null, onBlur, onFocus, ...rest } = others
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const ref = useMergedRef(input, inputRef)
  const list = useSuggestionList(text, { limit, otherwise, untyped: untyped?.suggestions })
  const { suggestions, isOpen, active } = list
  const optionId = (symbol: string) => `${listId}-${symbol}`

  const choose = (suggestion: SymbolSuggestion) => {
    list.close()
    onChoose(suggestion)
  }
  const clear = () => {
    list.close()
    onClear()
    input.current?.focus()
  }
  const openUntyped = () => {
    if (untyped !== undefined && text === '') list.open()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (isOpen) list.move(event.key === 'ArrowDown' ? 1 : -1)
      else list.open()
    }
    if (event.key === 'Escape' && isOpen) list.close()
    if (event.key !== 'Enter') return
    list.close()
    // In a form, typing a symbol in full counts as choosing its suggestion.
    const chosen = active ?? (look === 'field' && isOpen ? findExact(suggestions, text) : null)
    if (chosen === null) return onEnter()
    // Otherwise, choosing a suggestion would submit the form.
    event.preventDefault()
    onChoose(chosen)
  }

  return (
    <Popover
      opened={isOpen}
      withRoles={false}
      trapFocus={false}
      position="bottom-start"
      offset={4}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <TextInput
          autoCapitalize="none"
          {...rest}
          ref={ref}
          classNames={{ input: classes[look] ?? '' }}
          {...(look === 'field' ? { label } : { 'aria-label': label })}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={active === null ? undefined : optionId(active.symbol)}
          // Escape closes only the list, not the dialog around it.
          data-mantine-stop-propagation={isOpen || undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => {
            list.open()
            onText(currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          onFocus={(event: FocusEvent<HTMLInputElement>) => {
            openUntyped()
            onFocus?.(event)
          }}
          onClick={openUntyped}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            list.closeSoon()
            onBlur?.(event)
          }}
          {...(look === 'field'
            ? {
                rightSectionWidth: '60%',
                rightSection: company && (
                  <Text w="100%" pr="md" c="var(--text-faint)" ta="right" truncate style={{ pointerEvents: 'none' }}>
                    {company}
                  </Text>
                ),
              }
            : {
                leftSection: <IconSearch size={14} stroke={1.6} aria-hidden="true" />,
                rightSection: text !== '' && (
                  <CloseButton size={24} iconSize={14} aria-label="Clear the search" onClick={clear} />
                ),
              })}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        {untyped !== undefined && text.trim() === '' && (
          <Text px="sm" py="2xs" size="sm" c="var(--text-faint)">
            {untyped.heading}
          </Text>
        )}
        <div id={listId} role="listbox" aria-label="Suggestions">
          {suggestions.map((suggestion) => (
            <button
              key={suggestion.symbol}
              id={optionId(suggestion.symbol)}
              type="button"
              role="option"
              aria-selected={suggestion === active}
              tabIndex={-1}
              className={classes.option}
              // Keeps focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <b>{suggestion.symbol}</b>{' '}
              <Text span truncate>
                {suggestion.name}
              </Text>
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
