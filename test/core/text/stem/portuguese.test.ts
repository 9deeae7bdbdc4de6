import { test } from 'node:test'
import { stemPortuguese } from '../../../../src/core/text/stem/portuguese.ts'
import { checkApart, stemRules } from '../../../support/stem-table.ts'

for (const [name, run] of stemRules(stemPortuguese, {
  'brings numbers and genders together': `
    pagin: página páginas
    imag: imagem imagens
    tok: token tokens
    nivel: nível níveis
    digital: digital digitais
    opca: opção opções
    luz: luz luzes
    servidor: servidor servidores
    rapid: rápido rápida rapidamente
    estad: estado estados
  `,
  'brings a verb and what is made of it together': `
    cri: criar cria criam crie criado criada criando criação criações
    configur: configurar configure configurado configuração configurações
    execut: executar execute executando execução
    defin: definir define definido definição
    public: publicar publique publicação
    carreg: carregar carregue carregando carregamento
  `,
  'leaves short words': `
    mes: mês meses
    ver: ver
    fim: fim
  `,
})) test(name, run)

test('stemPortuguese() keeps words apart that only look related', () => {
  checkApart(stemPortuguese, `
    estado este
    rápido rapto
    servidor serviço
    função fundir
  `)
})
