import type { Calendar } from '../calendar.ts'
import { type Company, MARKET_VOL, SECTOR_VOL } from '../companies/company.ts'
import type { DividendCalendar } from '../events/dividends.ts'
import type { EarningsCalendar } from '../events/earnings.ts'
import { normalAt, openSubstream, type Stream, uniformAt } from '../random.ts'
import { openColumns } from './columns.ts'
import { anchorFor, type FactorShape, type FactorYear, runFactorYear } from './factor-year.ts'
import type { FactorPaths } from './factors.ts'
import { holdInBand, slopeInBand } from './reversion.ts'
import type { ShareUnits } from './share-units.ts'
import { type FactorStreams, waveOn } from './volatility-state.ts'

/** A company's sessions in one year, one entry per session, in dollars per share as of the session. */
export interface CompanyYear {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
  /** Close of the previous session, per share as of that session. */
  readonly previousClose: Float64Array
  /** Number of splits up to and including the session. */
  readonly splits: Float64Array
  /** Volatility of the price during the session's trading hours. */
  readonly hoursVol: Float64Array
  readonly own: FactorYear
}

interface CompanyYearInputs {
  readonly calendar: Calendar
  readonly factors: FactorPaths
  readonly company: Company
  readonly units: ShareUnits
  readonly earnings: EarningsCalendar
  readonly dividends: DividendCalendar
  readonly ownStreams: FactorStreams
  readonly barStream: Stream
}

const SESSIONS_PER_YEAR = 252
/**
 * Fraction of a session's variance that occurs overnight, and the noise that keeps overnight and intraday moves
 * independent.
 */
const NIGHT_SHARE = 0.21
const NIGHT_NOISE = Math.sqrt(NIGHT_SHARE * (1 - NIGHT_SHARE))
const HOURS_VOL = Math.sqrt(1 - NIGHT_SHARE)
/** Factor by which intraday volatility rises after a report. */
const REPORT_HOURS_VOL = 1.5
/** Speed at which trading interest changes: over a few weeks. */
const TIDE_SPEED = 9
const MAX_OWN_ANCHOR = 0.15

/** Simulates a company's year: the factors' moves, the company's own moves, and the bars that result. */
export function runCompanyYear(inputs: CompanyYearInputs, year: number): CompanyYear {
  const { calendar, factors, company, units, earnings, dividends, ownStreams } = inputs
  const market = factors.market(year)
  const sector = factors.sector(company.sector, year)
  const jumps = earnings.jumpsOf(year)
  const own = runFactorYear(calendar, ownShape(company), ownStreams, year, { market: market.effects, jumps })
  const accrued = dividends.accruedOf(year)
  const { days } = calendar.sessionsOf(year)
  const columns = allocateYear(days.length, own)
  const draws = openBarDraws(inputs.barStream)
  const lastDay = calendar.before(days[0] ?? 0)
  const logLevel = Math.log(company.levelUsd)
  const band = priceBand(company)
  const freeAt = (place: number) =>
    company.beta * (market.levels[place] ?? 0) +
    company.sectorLoading * (sector.levels[place] ?? 0) +
    (own.levels[place] ?? 0)

  let free = freeAt(0)
  let before = holdInBand(free, band)
  let dayBefore = lastDay
  const growthBefore = units.growthLog(lastDay, units.splitsUntil(lastDay))
  let closeBefore = toCents(Math.exp(logLevel + before + growthBefore) + (accrued[0] ?? 0))
  for (let index = 0; index < days.length; index += 1) {
    const day = days[index] ?? 0
    const splits = units.splitsUntil(day)
    const deviation = holdInBand(freeAt(index + 1), band)
    const jump = holdInBand(free + (jumps[index] ?? 0), band) - before
    const vol = Math.hypot(
      company.beta * (market.vols[index] ?? 0),
      company.sectorLoading * (sector.vols[index] ?? 0),
      own.vols[index] ?? 0,
    )
    const pull = slopeInBand(free, band)
    const session: SessionInputs = {
      day,
      vol: (pull * vol) / Math.sqrt(SESSIONS_PER_YEAR),
      jump,
      logBefore: logLevel + before + units.growthLog(dayBefore, splits),
      logAfter: logLevel + deviation + units.growthLog(day, splits),
      accrued: accrued[index + 1] ?? 0,
      marketShock: market.shocks[index] ?? 0,
      dollarVolume: company.dollarVolume,
    }
    columns.previousClose[index] = closeBefore
    columns.splits[index] = splits
    writeBar(columns, index, session, draws)
    free = freeAt(index + 1)
    before = deviation
    dayBefore = day
    closeBefore = columns.close[index] ?? 0
  }
  return columns
}

function ownShape({ ownVol, earnings }: Company): FactorShape {
  const withReports = Math.hypot(ownVol, 2 * earnings.moveFrac)
  return {
    vol: ownVol,
    stretch: 0.085,
    reaction: 0.09,
    leverage: -0.035,
    contagion: 0.4,
    slow: 0.4,
    anchor: Math.min(MAX_OWN_ANCHOR, anchorFor(withReports)),
  }
}

/**
 * Width of the band around the usual log price within which the price moves freely: 19 % on each side for a volatility
 * of 20 %, and 30 % for 50 %.
 */
function priceBand({ beta, sectorLoading, ownVol }: Company): number {
  return 0.12 + 0.35 * Math.hypot(beta * MARKET_VOL, sectorLoading * SECTOR_VOL, ownVol)
}

interface SessionInputs {
  readonly day: number
  /** Standard deviation of the session's move, not counting jumps. */
  readonly vol: number
  readonly jump: number
  /** Log prices without the accrued dividend, both per share as of the session. */
  readonly logBefore: number
  readonly logAfter: number
  readonly accrued: number
  readonly marketShock: number
  readonly dollarVolume: number
}

interface BarDraws {
  readonly night: Stream
  readonly high: Stream
  readonly low: Stream
  readonly volume: Stream
  readonly tide: Stream
}

function openBarDraws(stream: Stream): BarDraws {
  const part = (n: number) => openSubstream(stream, n)
  return { night: part(1), high: part(2), low: part(3), volume: part(4), tide: part(5) }
}

function writeBar(columns: CompanyYear, index: number, session: SessionInputs, draws: BarDraws): void {
  const { day, vol, jump, logBefore, logAfter, accrued } = session
  const calm = logAfter - logBefore - jump
  const logOpen = logBefore + jump + NIGHT_SHARE * calm + NIGHT_NOISE * vol * normalAt(draws.night, day)
  const hoursVol = HOURS_VOL * vol * (jump === 0 ? 1 : REPORT_HOURS_VOL)
  const move = logAfter - logOpen
  const rise = bridgeMaximum(move, hoursVol, uniformAt(draws.high, day))
  const fall = bridgeMaximum(-move, hoursVol, uniformAt(draws.low, day))
  const open = toCents(Math.exp(logOpen) + accrued)
  const close = toCents(Math.exp(logAfter) + accrued)
  columns.open[index] = open
  columns.close[index] = close
  columns.high[index] = Math.max(open, close, toCents(Math.exp(logOpen + rise) + accrued))
  columns.low[index] = Math.min(open, close, toCents(Math.exp(logOpen - fall) + accrued))
  columns.hoursVol[index] = hoursVol
  const excitement = Math.min(4, Math.abs(logAfter - logBefore) / vol) - 0.8
  const usual = session.dollarVolume / close
  const tide = 0.24 * waveOn(draws.tide, TIDE_SPEED * day)
  const noise = 0.16 * normalAt(draws.volume, day) + tide + 0.05 * (session.marketShock ** 2 - 1)
  columns.volume[index] = Math.max(100, Math.round(usual * Math.exp(noise + 0.2 * excitement + (jump === 0 ? 0 : 0.5))))
}

/**
 * Maximum of a Brownian bridge from 0 to `end` with standard deviation `vol`, from P(max > m) = exp(−2m(m − end)/vol²);
 * `chance` is uniform from 0 to 1.
 */
function bridgeMaximum(end: number, vol: number, chance: number): number {
  return 0.5 * (end + Math.sqrt(end * end - 2 * vol * vol * Math.log(chance)))
}

/** Number of columns in a year, not counting those of the company's own factor. */
const COLUMNS = 8

function allocateYear(sessions: number, own: FactorYear): CompanyYear {
  const cut = openColumns(COLUMNS * sessions)
  const column = () => cut(sessions)
  return {
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    previousClose: column(),
    splits: column(),
    hoursVol: column(),
    own,
  }
}

/** Rounds to cents, and to at least one cent. */
function toCents(price: number): number {
  return Math.max(0.01, Math.round(price * 100) / 100)
}
