import type { Handler } from '../fake-network.ts'
import type { SpecifiedPlace } from '../specified-texts.ts'

/** Looks for the texts of a place among those that stand there now, or come soon. */
export type See = (place: SpecifiedPlace, read?: () => readonly string[]) => Promise<void>

/** Brings some places about, one after the other, with as few pages as it takes. */
export interface Walk {
  readonly places: readonly SpecifiedPlace[]
  readonly go: (see: See) => Promise<void>
}

/** What stands in the places that the specification leaves open. */
export const fillings = { message: 'The market rests.', detail: 'The strike is not real', score: '50' } as const

/** An answer from something that is not the server: it explains nothing. */
export const explainNothing: Handler = () => new Response('<h1>Bad gateway</h1>', { status: 502 })

export const never: Handler = () => new Promise(() => {})
