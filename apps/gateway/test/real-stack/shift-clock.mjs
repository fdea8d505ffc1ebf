/** Loaded into a process with --import: adds CLOCK_SHIFT_MS to its clock when it receives SIGUSR2, or from the start. */
const RealDate = Date
let shiftMs = process.env.CLOCK_SHIFTED ? Number(process.env.CLOCK_SHIFT_MS) : 0

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + shiftMs
  }
}

process.on('SIGUSR2', () => {
  shiftMs = Number(process.env.CLOCK_SHIFT_MS)
})
