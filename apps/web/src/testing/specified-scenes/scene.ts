import type { Handler } from '../fake-network.ts'

/** Brings a place about, and hands out how to read it. */
export type Scene = () => Promise<() => readonly string[]>

/** What stands in the places that the specification leaves open. */
export const fillings = { message: 'The market rests.', detail: 'The strike is not real', score: '50' } as const

/** An answer from something that is not the server: it explains nothing. */
export const explainNothing: Handler = () => new Response('<h1>Bad gateway</h1>', { status: 502 })

export const never: Handler = () => new Promise(() => {})
