import './styles/page.css'
