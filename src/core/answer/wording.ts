/**
 * Fixed sentences of the service for readers, instead of an answer or after it, in the language of the question if
 * there is a translation. They contain no text of a provider and no detail of a failure.
 */
import type { ErrorCode } from '../base/errors.ts'

/** The sentences of one language. Notices are Markdown. */
export interface Wording {
  /** The answer if the docs don't cover the question and the model wrote nothing else. */
  readonly notCovered: string
  /** The answer if the model wrote none; the sections that were found are among the sources. */
  readonly noAnswer: string
  /** The answer, or the end of an answer, if the model or its provider refuses. */
  readonly refused: string
  /** A notice after an answer that cites no source. */
  readonly ungrounded: string
  /** The beginning of a notice after an answer that states what the cited sections don't have; that follows. */
  readonly unsupported: string
  /** A notice after any other answer whose support is weak. */
  readonly weak: string
  /** The sentences from here on are those of `error` events. */
  readonly tooLong: string
  readonly unavailable: string
  readonly busy: string
  readonly timeout: string
  readonly failed: string
}

const ENGLISH: Wording = {
  notCovered: 'The documentation does not cover this question.',
  noAnswer: 'No answer was written. The sections that were found may help.',
  refused: 'No answer can be given to this question.',
  ungrounded: '*This answer names no section of the documentation: check it before you rely on it.*',
  unsupported: '*Check before you use it, not found in the cited sections:*',
  weak: '*Parts of this answer have no source. Check them in the documentation.*',
  tooLong: 'The question is too long. Please ask in fewer words.',
  unavailable: 'Answers are not available at the moment. Search still works.',
  busy: 'Too many questions at the moment. Please try again in a minute.',
  timeout: 'The answer took too long. Please try again.',
  failed: 'The answer failed. Please try again.',
}

const TRANSLATIONS: ReadonlyMap<string, Wording> = new Map([
  ['de', {
    notCovered: 'Die Dokumentation beantwortet diese Frage nicht.',
    noAnswer: 'Es wurde keine Antwort geschrieben. Die gefundenen Abschnitte helfen vielleicht weiter.',
    refused: 'Auf diese Frage kann keine Antwort gegeben werden.',
    ungrounded: '*Diese Antwort nennt keinen Abschnitt der Dokumentation: Prüfen Sie sie, bevor Sie sich darauf verlassen.*',
    unsupported: '*Vor der Verwendung prüfen, in den genannten Abschnitten nicht gefunden:*',
    weak: '*Teile dieser Antwort haben keine Quelle. Bitte in der Dokumentation prüfen.*',
    tooLong: 'Die Frage ist zu lang. Bitte stellen Sie sie mit weniger Worten.',
    unavailable: 'Antworten sind gerade nicht verfügbar. Die Suche funktioniert weiterhin.',
    busy: 'Zurzeit gibt es zu viele Fragen. Bitte versuchen Sie es in einer Minute noch einmal.',
    timeout: 'Die Antwort hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    failed: 'Die Antwort ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
  }],
  ['fr', {
    notCovered: 'La documentation ne répond pas à cette question.',
    noAnswer: 'Aucune réponse n’a été rédigée. Les sections trouvées peuvent vous aider.',
    refused: 'Aucune réponse ne peut être donnée à cette question.',
    ungrounded: '*Cette réponse ne cite aucune section de la documentation\u00a0: vérifiez-la avant de vous y fier.*',
    unsupported: '*À vérifier avant usage, introuvable dans les sections citées\u00a0:*',
    weak: '*Certaines parties de cette réponse n’ont pas de source. Vérifiez-les dans la documentation.*',
    tooLong: 'La question est trop longue. Veuillez la raccourcir.',
    unavailable: 'Les réponses ne sont pas disponibles pour le moment. La recherche fonctionne toujours.',
    busy: 'Il y a trop de questions en ce moment. Veuillez réessayer dans une minute.',
    timeout: 'La réponse a pris trop de temps. Veuillez réessayer.',
    failed: 'Une erreur est survenue pendant la réponse. Veuillez réessayer.',
  }],
  ['es', {
    notCovered: 'La documentación no responde a esta pregunta.',
    noAnswer: 'No se ha escrito ninguna respuesta. Las secciones encontradas pueden ayudarle.',
    refused: 'No se puede dar una respuesta a esta pregunta.',
    ungrounded: '*Esta respuesta no cita ninguna sección de la documentación: compruébela antes de fiarse de ella.*',
    unsupported: '*Compruébelo antes de usarlo, no está en las secciones citadas:*',
    weak: '*Partes de esta respuesta no tienen fuente. Compruébelas en la documentación.*',
    tooLong: 'La pregunta es demasiado larga. Formúlela con menos palabras.',
    unavailable: 'Las respuestas no están disponibles en este momento. La búsqueda sigue funcionando.',
    busy: 'Hay demasiadas preguntas en este momento. Inténtelo de nuevo dentro de un minuto.',
    timeout: 'La respuesta ha tardado demasiado. Inténtelo de nuevo.',
    failed: 'Se ha producido un error al responder. Inténtelo de nuevo.',
  }],
  ['pt', {
    notCovered: 'A documentação não responde a esta pergunta.',
    noAnswer: 'Nenhuma resposta foi escrita. As seções encontradas podem ajudar.',
    refused: 'Não é possível dar uma resposta a esta pergunta.',
    ungrounded: '*Esta resposta não cita nenhuma seção da documentação: verifique-a antes de confiar nela.*',
    unsupported: '*Verifique antes de usar, não está nas seções citadas:*',
    weak: '*Partes desta resposta não têm fonte. Confira-as na documentação.*',
    tooLong: 'A pergunta é longa demais. Tente fazê-la com menos palavras.',
    unavailable: 'As respostas não estão disponíveis no momento. A busca continua funcionando.',
    busy: 'Há perguntas demais no momento. Tente novamente em um minuto.',
    timeout: 'A resposta demorou demais. Tente novamente.',
    failed: 'Ocorreu um erro ao responder. Tente novamente.',
  }],
  ['ja', {
    notCovered: 'この質問の答えはドキュメントに記載されていません。',
    noAnswer: '回答は得られませんでした。見つかったセクションが参考になるかもしれません。',
    refused: 'この質問にはお答えできません。',
    ungrounded: '*この回答はドキュメントのどのセクションも示していません。利用する前に内容を確認してください。*',
    unsupported: '*次の内容は引用されたセクションに見当たりません。使う前に確認してください。*',
    weak: '*この回答には出典のない部分があります。ドキュメントで確認してください。*',
    tooLong: '質問が長すぎます。もう少し短くしてください。',
    unavailable: '現在、回答を利用できません。検索は引き続き利用できます。',
    busy: '現在、質問が集中しています。1分ほどしてから、もう一度お試しください。',
    timeout: '回答に時間がかかりすぎました。もう一度お試しください。',
    failed: '回答中にエラーが発生しました。もう一度お試しください。',
  }],
  ['zh', {
    notCovered: '文档中没有这个问题的答案。',
    noAnswer: '没有得到回答。找到的章节或许有帮助。',
    refused: '无法回答这个问题。',
    ungrounded: '*此回答没有引用文档的任何章节，请核实后再采用。*',
    unsupported: '*以下内容没有出现在引用的章节中，使用前请先核实：*',
    weak: '*此回答的部分内容没有来源，请在文档中核实。*',
    tooLong: '问题过长，请用更简短的文字提问。',
    unavailable: '目前无法提供回答，搜索仍可使用。',
    busy: '目前提问过多，请一分钟后再试。',
    timeout: '回答超时，请重试。',
    failed: '回答失败，请重试。',
  }],
])

const FAILURES: Partial<Record<ErrorCode, keyof Wording>> = {
  'bad-request': 'tooLong',
  content: 'unavailable',
  'model-key': 'unavailable',
  'model-quota': 'unavailable',
  'model-request': 'unavailable',
  'model-context': 'unavailable',
  'model-refusal': 'refused',
  'model-busy': 'busy',
  'model-timeout': 'timeout',
}

/** UTF-16 units of an answer that is about nothing else; a longer one answers a part of the question. */
const MAX_ABSENCE = 400
/** The beginning of a sentence with the docs, and what says that they don't have something, in these languages. */
const ABSENCE = new RegExp(
  '^[^.!?。！？\\n]{0,80}?(?:' + [
    "(?:docs|documentation|(?:provided|given|these) (?:sections|material))\\b.{0,12} " +
      '(?:do(?:es)?(?: not|n.t)|ha(?:s|ve) no) .{0,12}' +
      '(?:mention|cover|contain|describe|say|include|provide|address|specify|explain|information)',
    "(?:(?:could|did|can)(?: not|n.t)|cannot) find .{0,60}(?:docs|documentation|sections|material)\\b",
    'no(?:thing| information| mention)\\b.{0,40} in the (?:provided )?(?:docs|documentation|sections|material)\\b',
    'Dokumentation (?:enthält|erwähnt|beschreibt|behandelt|nennt|hat) (?:nicht|kein)',
    'documenta(?:tion ne|ción no|ção não) (?:mentionne|couvre|contient|décrit|traite|parle|menciona|cubre|contiene' +
      '|describe|incluye|trata|cobre|contém|descreve|inclui)',
    'ドキュメントに(?:は|も)?.{0,40}(?:ありません|記載されていません|見つかりません)',
    '文档(?:中|里)?.{0,4}(?:没有|未|不)(?:包含|提及|提到|涵盖|说明|描述|关于|找到|介绍)',
  ].join('|') + ')',
  'i',
)

/** Words after which such an answer has something to say. */
const CONTRAST = new RegExp(
  '(?<!\\p{L})(?:but|however|instead|though|aber|sondern|jedoch|mais|cependant|pero|sino|mas|porém)(?!\\p{L})' +
    '|但|不过|しかし|ただし',
  'iu',
)

/** True for an answer that says in words of its own, not by a mark, that the docs don't cover the question. */
export function saysAbsent(text: string): boolean {
  const absence = text.length <= MAX_ABSENCE ? ABSENCE.exec(text) : null
  return absence !== null && !CONTRAST.test(text.slice(absence[0].length))
}

/** The sentences of a language, by its BCP 47 tag; the English ones if there is no translation. */
export function wordingOf(language: string | null): Wording {
  return TRANSLATIONS.get(language ?? 'en') ?? ENGLISH
}

/** The sentence of an `error` event. */
export function describeFailure(code: ErrorCode, wording: Wording): string {
  return wording[FAILURES[code] ?? 'failed']
}
