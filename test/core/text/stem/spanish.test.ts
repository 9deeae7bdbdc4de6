import { test } from 'node:test'
import { stemSpanish } from '../../../../src/core/text/stem/spanish.ts'
import { checkApart, stemRules } from '../../../support/stem-table.ts'

for (const [name, run] of stemRules(stemSpanish, {
  'brings numbers and genders together': `
    pagin: página páginas
    error: error errores
    sesion: sesión sesiones
    imag: imagen imágenes
    luc: luz luces
    lug: lugar lugares
    rapid: rápido rápida rápidos rápidamente
    estad: estado estados
  `,
  'brings a verb and what is made of it together': `
    cre: crear crea crean cree creado creada creando creación creaciones
    configur: configurar configura configure configurado configurarlo configuración
    ejecut: ejecutar ejecute ejecutando ejecución
    defin: definir define definido definición
    busc: buscar busca busque búsqueda búsquedas
    enlac: enlace enlaces enlazar
    carg: cargar cargue cargado
  `,
  'brings open vowels and closed ones together': `
    despleg: desplegar despliega despliegue despliegues
    prob: probar prueba pruebas
    mostr: mostrar muestra
    bloc: bloque bloques
  `,
  'leaves short words': `
    red: red redes
    ver: ver
    mes: mes meses
  `,
})) test(name, run)

test('stemSpanish() keeps words apart that only look related', () => {
  checkApart(stemSpanish, `
    estado este
    rápido rapto
    servidor servicio
    función fundir
  `)
})
