/** Second calls that a hundred first ones earn: repeating must not load a struggling provider by more than a tenth (G8). */
const SHARE = 0.1
const MOST = 10

/** What may be called a second time: every call earns a part of a retry, and a retry spends a whole one. */
export function createRetryBudget() {
  let earned = 0
  return {
    earn(): void {
      earned = Math.min(MOST, earned + SHARE)
    },
    spend(): boolean {
      // Ten tenths are a hair less than one.
      if (earned < 1 - SHARE / 2) return false
      earned -= 1
      return true
    },
  }
}
