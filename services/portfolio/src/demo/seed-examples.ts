import type { PositionStore } from '../positions/position-store.ts'
import { addPositions } from '../positions/positions.ts'
import { type Example, exampleIds, toExampleId } from './example-roles.ts'

/**
 * Adds the examples to a user's positions, unless the user has ever had any. Returns how many examples the user has
 * ever had.
 */
export async function seedExamples(
  store: Pick<PositionStore, 'write'>,
  userId: string,
  examples: readonly Example[],
): Promise<number> {
  let given = 0
  await store.write(userId, null, async (book) => {
    const known = await book.find(exampleIds)
    given = known.size
    if (known.size > 0) return
    given = examples.length
    await addPositions(
      book,
      examples.map(({ role, terms }) => ({ id: toExampleId(role), terms })),
      { today: null },
    )
  })
  return given
}
