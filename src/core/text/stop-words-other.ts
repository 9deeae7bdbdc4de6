/**
 * The function words of all languages except English, in folded form, separated by white space. The search module for
 * English pages has none of them (`addons/static/page/english.ts`).
 */
export const OTHER_FUNCTION_WORDS = {
  de: `ab aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes anders auch
    auf aus bei beim bin bis da dabei damit dann das dass dein deine deinem deinen deiner deines dem den denn der
    deren des dich die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er
    es etwas fur gegen gibt haben hast hat hier ich ihr ihre im in ins ist ja jede jedem jeden jeder jedes kann
    kannst kein keine keinen konnen man mein meine meinem meinen meiner mich mir mit muss mussen musst nach nicht
    noch nur ob oder ohne sehr sein seine seit sich sie sind so soll uber um und uns unser unter vom von vor wann
    war warum was welche welchen welcher welches wenn wer werden wie wieder wir wird wo wozu zu zum zur zwischen`,
  es: `a al algo algun alguna algunos ante antes como con contra cual cuales cuando de del desde donde dos
    durante e el ella ellas ellos en entre era es esa ese eso esta estan estar estas este esto estos fue ha hace
    hacer hacia han hasta hay la las le les lo los luego mas me mi mis muy nada ni no nos o otra otras otro otros
    para pero poder podemos por porque puede pueden puedo que quien se sea ser si sin sobre son su sus tal tambien
    te tengo tiene todas todo todos tu tus un una unas uno unos y ya yo`,
  fr: `a afin ai alors apres au aucun aussi autre autres aux avant avec avoir c'est ce cela ces cet cette
    chaque ci comme comment d'un d'une dans de depuis des dois doit donc du elle elles en entre est et etait
    ete etre eux faire fait faut il ils j'ai je la le les leur leurs lors lui ma mais me mes moi mon n'est ne ni nos
    notre nous on ont ou par pas peut peuvent peux plus pour pourquoi qu'est qu'il qu'un qu'une quand que quel
    quelle quelles quels qui quoi s'il sa sans se ses si son sont sous sur ta te tes toi ton tous tout toute toutes
    tu un une vers vos votre vous y`,
  pt: `a ao aos aquela aquele aquilo as ate com como contra da das de dela dele deles depois do dos e ela
    elas ele eles em entre era essa esse esta estao estar estas este estes eu faco fazer foi ha isso isto ja la lhe
    mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso num numa o onde os ou outra outras outro
    outros para pela pelas pelo pelos pode podem por porque posso qual quais quando que quem sao se seja sem ser seu
    seus so sobre sua suas tal tambem te tem tenho ter teu toda todas todo todos tu tua um uma umas uns voce voces`,
  ru: `а без бы был была были было быть в вам вас ведь весь во вот все всех вы где
  да для до его ее ей если есть еще же за зачем здесь и из или им их к как какая какие какой ко когда кто ли либо
  меня мне можно мой моя мы на над надо нам нас не него нее нет ни них но ну нужно о об он она они оно от по под
  почему при про с сам свои свой себя со так также такой там тебя то того тоже только том тот ты у уже чем через что
  чтобы чтоб эта эти это этот я`,
}
