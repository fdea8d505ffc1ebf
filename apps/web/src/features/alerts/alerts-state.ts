import { type AlertRuleKind, alertRuleKinds } from '@callwright/contracts/alert-names'
import { readSymbol } from '../../shared/paths.ts'
import type { AddressForm, AddressNavigation } from '../../shared/routing.ts'

export const alertViews = ['inbox', 'rules', 'channels', 'schedule', 'log'] as const
export type AlertView = (typeof alertViews)[number]

/** First values of the open form: a rule to edit, or parts of a new one. */
export interface RuleFormState {
  readonly ruleId: string | null
  readonly kind: AlertRuleKind | null
  readonly positionId: string | null
  readonly symbol: string | null
  readonly screenId: string | null
}

/** State of the page, stored in the URL. */
export interface AlertsState {
  readonly view: AlertView
  /** Null if the form is closed. */
  readonly form: RuleFormState | null
}

export type AlertsNavigation = AddressNavigation<AlertsState>

export const emptyForm: RuleFormState = { ruleId: null, kind: null, positionId: null, symbol: null, screenId: null }

const ID = /^[A-Za-z0-9_-]{1,64}$/
const readId = (text: string): string | null => (ID.test(text) ? text : null)
const findIn =
  <Name extends string>(names: readonly Name[]) =>
  (text: string): Name | null =>
    names.find((name) => name === text) ?? null

export const alertsAddress: AddressForm<AlertsState> = {
  read(search) {
    const ignored: string[] = []
    const names = new Set(['view', 'new', 'rule', 'kind', 'position', 'symbol', 'screen'])
    for (const [name, text] of search) if (!names.has(name)) ignored.push(`${name}=${text}`)
    function read<T>(name: string, parse: (text: string) => T | null): T | null {
      const text = search.get(name)
      if (text === null) return null
      const value = parse(text)
      if (value === null) ignored.push(`${name}=${text}`)
      return value
    }
    const form = {
      ruleId: read('rule', readId),
      kind: read('kind', findIn(alertRuleKinds)),
      positionId: read('position', readId),
      symbol: read('symbol', readSymbol),
      screenId: read('screen', readId),
    }
    const isOpen = search.has('new') || Object.values(form).some((value) => value !== null)
    const view = read('view', findIn(alertViews)) ?? (isOpen ? 'rules' : 'inbox')
    return { state: { view, form: isOpen ? form : null }, ignored }
  },
  write({ view, form }) {
    const { ruleId, kind, positionId, symbol, screenId } = form ?? emptyForm
    const isEmpty = form !== null && Object.values(form).every((value) => value === null)
    const search = {
      view: view === (form === null ? 'inbox' : 'rules') ? null : view,
      new: isEmpty ? '1' : null,
      rule: ruleId,
      kind,
      position: positionId,
      symbol,
      screen: screenId,
    }
    return new URLSearchParams(Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== null))
  },
}
