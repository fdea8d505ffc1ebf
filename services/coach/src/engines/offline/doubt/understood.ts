import type { Understood } from '../../../turn/types.ts'
import type { Question } from '../conversation/fit-intent.ts'
import { type Intent, intents } from '../intents.ts'
import { listChips } from '../reading/chips.ts'
import type { Slots } from '../reading/slots.ts'
import type { Option } from '../session.ts'

/** The chips and buttons of an answer. */
export function describe(
  { intent, slots, isCarried }: Question,
  options: readonly Option[],
  missed: readonly string[],
): Understood {
  const chips = (of: Intent, filled: Slots) => listChips(filled, intents[of].chips, intents[of].uses)
  return {
    reading: intent,
    label: intents[intent].label,
    chips: chips(intent, { ...slots, entry: null }),
    missed: [...missed],
    carried: isCarried,
    options: options.map((option) => ({
      label: option.label,
      reading: option.intent,
      slots: chips(option.intent, option.slots).flatMap(({ slot, value }) => (value === '' ? [] : [{ slot, value }])),
    })),
  }
}
