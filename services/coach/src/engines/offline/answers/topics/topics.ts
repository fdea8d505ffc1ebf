import { amountTopics } from './amounts.ts'
import { callTopics } from './calls.ts'
import { positionTopics } from './position.ts'
import { rateTopics } from './rates.ts'
import type { Topic } from './topic.ts'

/** In the order in which a question without a known word is answered: the most special first. */
export const topics: readonly Topic[] = [...positionTopics, ...rateTopics, ...callTopics, ...amountTopics]
