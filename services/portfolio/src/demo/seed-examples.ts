import type { PositionStore } from '../positions/position-store.ts'
import { addPositions } from '../positions/positions.ts'
import { type Example, exampleIds, toExampleId } from './example-roles.ts'

/** Gives a user the examples, once: who ever had one gets none, whatever became of it. Returns how many the user was given. */
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
